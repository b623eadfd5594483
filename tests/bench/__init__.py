"""What the referee costs: a question, a record, a call from bytes to bytes, and a call next to an echo of its bytes."""

// Package refereev1 is the contract of the referee for belote as generated Go: its messages, its enums and the gRPC
// client of its service, RefereeService. The comments are those of the contract.
//
// Most programs call it through package referee, which connects, keeps deadlines and gives typed errors.
package refereev1

//go:generate sh -c "cd .. && buf generate"

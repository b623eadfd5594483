// Makes the calls of a suite and compares what arrives with what is expected.
#pragma once

#include <belote/referee/client.h>

#include <ostream>

#include "belote/conformance/v1/conformance.pb.h"

namespace belote::conformance {

/// Writes a line for each vector that fails, then the count. True when the suite has vectors and all of them passed.
bool Replay(const v1::ConformanceSuite& suite, const referee::Referee& client, std::ostream& out);

}  // namespace belote::conformance

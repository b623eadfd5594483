// belote_conformance VECTORS-FILE HOST:PORT
#include <fstream>
#include <iostream>

#include "replay.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: belote_conformance VECTORS-FILE HOST:PORT\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  belote::conformance::v1::ConformanceSuite suite;
  if (!file || !suite.ParseFromIstream(&file)) {
    std::cerr << "not a file of vectors: " << argv[1] << '\n';
    return 2;
  }
  return belote::conformance::Replay(suite, belote::referee::Referee::Connect(argv[2]), std::cout) ? 0 : 1;
}

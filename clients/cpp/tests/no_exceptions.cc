// The headers may be used where exceptions are turned off.
#include <belote/referee/client.h>

bool UsedWithoutExceptions(const belote::referee::Referee& client) {
  const auto answer = client.ListVariants();
  return answer ? answer->presets_size() > 0 : !answer.error().reason().empty();
}

// node build/conformance/main.js [--grpc-js | --web | --grpc-web] VECTORS-FILE HOST:PORT
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fromBinary } from "belote-referee";
import { connectReferee as connectByGrpcJs } from "belote-referee/grpc-js";
import { connectReferee } from "belote-referee/node";
import { connectReferee as connectByWeb } from "belote-referee/web";
import { ConformanceSuiteSchema } from "./gen/belote/conformance/v1/conformance_pb.js";
import { replay } from "./replay.js";

const WAYS = {
  connect: connectReferee,
  "grpc-js": connectByGrpcJs,
  web: (target: string) => connectByWeb(`http://${target}`),
  "grpc-web": (target: string) => connectByWeb(`http://${target}`, { protocol: "grpc-web" }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "grpc-js": { type: "boolean" }, web: { type: "boolean" }, "grpc-web": { type: "boolean" } },
});
const [file, target] = positionals;
if (file === undefined || target === undefined || positionals.length > 2) {
  console.error("usage: main.js [--grpc-js | --web | --grpc-web] VECTORS-FILE HOST:PORT");
  process.exit(2);
}
const way = values["grpc-js"] ? "grpc-js" : values["grpc-web"] ? "grpc-web" : values.web ? "web" : "connect";
const suite = fromBinary(ConformanceSuiteSchema, await readFile(file));
const referee = WAYS[way](target);
const allPassed = await replay(suite, referee, `typescript-${way}`, console.log);
referee.close();
process.exitCode = allPassed ? 0 : 1;

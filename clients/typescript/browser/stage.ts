// A page of its own origin, a Chromium that shows it, and referees for it to ask.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";

/** The checkout that this client is part of. */
export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** The project's command: REFEREE_PROGRAM in the environment, else that of this checkout. */
export const PROGRAM = process.env["REFEREE_PROGRAM"] || join(ROOT, ".venv/bin/referee");
const PAGE = '<!doctype html><html lang="en"><title>page</title><script type="module" src="page.js"></script></html>';
const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 20_000;

/** Where Chromium is: CHROMIUM in the environment, else the first on the PATH. Nothing where there is none. */
export function findChromium(): string | undefined {
  return findProgram(process.env["CHROMIUM"] || "chromium");
}

/** Where a program is, also where Debian keeps those for operators. */
export function findProgram(name: string): string | undefined {
  const folders = name.includes("/") ? [""] : [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a Chromium that asks nobody but who it is told to. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("there is no chromium");
  const args = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args });
}

/** What users' bundlers make of the page's code. */
export async function bundled(): Promise<Uint8Array> {
  const entryPoints = [fileURLToPath(new URL("page.js", import.meta.url))];
  const how = { bundle: true, format: "esm", platform: "browser", minify: true, write: false } as const;
  const { outputFiles } = await build({ entryPoints, ...how, logLevel: "silent" });
  return outputFiles[0]!.contents;
}

/** A server of one page: an origin. */
export interface Origin {
  /** Such as "http://127.0.0.1:31000". */
  origin: string;
  close(): void;
}

/** Serves the page under a policy that lets it run its own script and ask whom it wants, and do nothing else. */
export async function startOrigin(script: Uint8Array, vectors: Uint8Array = new Uint8Array()): Promise<Origin> {
  const files: Record<string, [type: string, content: string | Uint8Array]> = {
    "/": ["text/html; charset=utf-8", PAGE],
    "/page.js": ["text/javascript", script],
    "/vectors": ["application/octet-stream", vectors],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ""] ?? [];
    if (type === undefined) return void response.writeHead(404).end();
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self' http://127.0.0.1:* https://127.0.0.1:*";
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A referee in a process of its own. */
export interface Served {
  /** Of its gRPC port, HOST:PORT. */
  target: string;
  /** Of its web door, such as "http://127.0.0.1:31001". */
  address: string;
  stop(): Promise<void>;
}

/** Starts the project's referee with a web door on a free port. */
export async function startReferee(...flags: string[]): Promise<Served> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REFEREE_")));
  const words = ["serve", "--port", "0", "--web-port", "0", "--check-interval", "0", ...flags];
  const started = spawn(PROGRAM, words, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => started.once("close", () => resolve()).once("error", () => resolve()));
  let complaints = "";
  started.stderr.setEncoding("utf8").on("data", (said: string) => (complaints = (complaints + said).slice(-2000)));
  const late = setTimeout(() => started.kill("SIGKILL"), STARTS_WITHIN_MS);
  let target = "";
  const address = await new Promise<string | undefined>((resolve) => {
    const lines = createInterface(started.stdout);
    lines.on("line", (line) => {
      const [, what, told] = /^(listening|web door) on (\S+)$/.exec(line) ?? [];
      if (what === "listening") target = told!;
      else if (told !== undefined) resolve(told);
    });
    void ended.then(() => resolve(undefined));
  });
  clearTimeout(late);
  if (address === undefined) throw new Error(`${PROGRAM} did not start: ${complaints}`);
  return { target, address, stop: () => stopped(started, ended) };
}

/** HAProxy with the project's file before one referee, at an address that speaks HTTP/2 and HTTP/1.1 over TLS. */
export async function startBalancer(referee: Served, certificate: string): Promise<{ address: string; stop(): void }> {
  const [door, status] = [await freePort(), await freePort()];
  const web = new URL(referee.address).host;
  const env = {
    ...process.env,
    BALANCER_DOOR: `127.0.0.1:${door}`,
    BALANCER_STATUS: `127.0.0.1:${status}`,
    BALANCER_CERTIFICATE: certificate,
    ...{ REFEREE_WORKER_1: referee.target, REFEREE_WORKER_2: referee.target },
    ...{ REFEREE_WEB_WORKER_1: web, REFEREE_WEB_WORKER_2: web },
  };
  const words = ["-db", "-f", join(ROOT, "deploy/haproxy/haproxy.cfg")];
  const started = spawn(findProgram("haproxy")!, words, { env, stdio: "ignore" });
  const until = Date.now() + STARTS_WITHIN_MS;
  while (!(await listens(door))) {
    if (started.exitCode !== null || Date.now() > until) throw new Error("haproxy did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { address: `https://127.0.0.1:${door}`, stop: () => void started.kill("SIGKILL") };
}

/** A port that nobody listens on, below those that the system gives to outgoing connections. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 21_000 + Math.floor(Math.random() * 11_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
  throw new Error("no port is free");
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function stopped(process: ReturnType<typeof spawn>, ended: Promise<void>): Promise<void> {
  process.kill("SIGTERM");
  const late = setTimeout(() => process.kill("SIGKILL"), STOPS_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

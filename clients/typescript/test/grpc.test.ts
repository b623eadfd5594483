// Both ways over gRPC, which are to be alike.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Client, credentials } from "@grpc/grpc-js";
import { Code, ErrorReason, Referee, RefereeError, Seat } from "belote-referee";
import { connectReferee as connectByGrpcJs, transportOf } from "belote-referee/grpc-js";
import { connectReferee } from "belote-referee/node";
import { refusal, serve, TWICE } from "./serving.js";

const WAYS = { node: connectReferee, "grpc-js": connectByGrpcJs };

function connected(test: TestContext, referee: Referee): Referee {
  test.after(() => referee.close());
  return referee;
}

for (const [way, connect] of Object.entries(WAYS)) {
  test(`${way}: a question arrives with its deadline, language and token, and is answered`, async (test) => {
    const seen: Headers[] = [];
    const { target } = await serve(test, ({ cards }, { requestHeader, responseTrailer }) => {
      seen.push(requestHeader);
      responseTrailer.set("content-language", "fr");
      return { winner: Seat.WEST, points: cards.length };
    });
    const referee = connected(test, connect(target, { timeoutMs: 4000, language: "fr", token: "sesame" }));
    const trailers: (string | null)[] = [];
    const onTrailer = (trailer: Headers) => trailers.push(trailer.get("content-language"));
    const answer = await referee.judgeTrick({ cards: [0x17, 0x18] }, { onTrailer });
    assert.deepEqual([answer.winner, answer.points, answer.winnerIndex], [Seat.WEST, 2, undefined]);
    assert.equal(seen[0]?.get("accept-language"), "fr");
    assert.equal(seen[0].get("authorization"), "Bearer sesame");
    assert.match(seen[0].get("grpc-timeout")!, /^(4000|[1-3]?\d{1,3})m$/);
    assert.deepEqual(trailers, ["fr"]);
  });

  test(`${way}: a refusal arrives with its details`, async (test) => {
    const { target } = await serve(test, () => {
      throw refusal(Code.InvalidArgument, TWICE, "le valet de cœur y est deux fois");
    });
    await assert.rejects(connected(test, connect(target)).judgeTrick({}), (error) => {
      assert.ok(error instanceof RefereeError);
      assert.deepEqual([error.code, error.knownReason], [Code.InvalidArgument, ErrorReason.CARD_DUPLICATED]);
      assert.deepEqual({ ...error.metadata }, { field: "deal.deck[3]", card: "JH" });
      assert.deepEqual(error.badFields, [{ path: "deal.deck[3]", description: "it is there twice" }]);
      assert.equal(error.message, "le valet de cœur y est deux fois");
      return true;
    });
  });

  test(`${way}: details near their limit arrive`, async (test) => {
    const { target } = await serve(test, () => {
      throw refusal(Code.InvalidArgument, { ...TWICE, "google.rpc.DebugInfo": new Uint8Array(4000).fill(7) });
    });
    await assert.rejects(connected(test, connect(target)).judgeTrick({}), { reason: "CARD_DUPLICATED" });
  });

  test(`${way}: what a newer referee says is kept`, async (test) => {
    const { target } = await serve(test, () => ({ winner: 99 as number, winningCard: 0x5f as number }));
    const answer = await connected(test, connect(target)).judgeTrick({ trump: 77 as number });
    assert.deepEqual([answer.winner, Seat[answer.winner], answer.winningCard], [99, undefined, 0x5f]);
  });

  test(`${way}: an unavailable referee is asked again`, async (test) => {
    const { target } = await serve(test, () => ({ winner: Seat.EAST }), { away: 3 });
    assert.equal((await connected(test, connect(target)).judgeTrick({})).winner, Seat.EAST);
  });

  test(`${way}: an unavailable referee is asked four times and no more`, async (test) => {
    const { target } = await serve(test, () => ({ winner: Seat.EAST }), { away: 4 });
    await assert.rejects(connected(test, connect(target)).judgeTrick({}), { code: Code.Unavailable });
  });

  test(`${way}: an overloaded referee is not`, async (test) => {
    let asked = 0;
    const { target } = await serve(test, () => {
      asked++;
      throw refusal(Code.ResourceExhausted, {});
    });
    await assert.rejects(connected(test, connect(target)).judgeTrick({}), { code: Code.ResourceExhausted });
    assert.equal(asked, 1);
  });

  test(`${way}: a call whose connection is lost is made again over another`, async (test) => {
    let asked = 0;
    const served = await serve(test, () => {
      if (++asked === 1) served.cut();
      return { winner: Seat.NORTH };
    });
    assert.equal((await connected(test, connect(served.target)).judgeTrick({})).winner, Seat.NORTH);
    assert.equal(asked, 2);
  });

  test(`${way}: a referee that was away is found when it is back`, async (test) => {
    const first = await serve(test, () => ({ winner: Seat.SOUTH }));
    const referee = connected(test, connect(first.target));
    await referee.judgeTrick({});
    await first.stop();
    await assert.rejects(referee.judgeTrick({}, { timeoutMs: 900 }), (error: RefereeError) => {
      assert.ok([Code.Unavailable, Code.DeadlineExceeded].includes(error.code), error.message);
      return true;
    });
    await serve(test, () => ({ winner: Seat.EAST }), { port: Number(first.target.split(":")[1]) });
    assert.equal((await referee.judgeTrick({})).winner, Seat.EAST);
  });

  test(`${way}: a referee that says nothing is waited for until the deadline`, async (test) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    test.after(() => {
      silent.close();
      for (const socket of sockets) socket.destroy();
    });
    const { port } = silent.address() as { port: number };
    const referee = connected(test, connect(`127.0.0.1:${port}`));
    const start = performance.now();
    await assert.rejects(referee.judgeTrick({}, { timeoutMs: 300 }), { code: Code.DeadlineExceeded });
    assert.ok(performance.now() - start < 4900, "it waited for the default deadline");
  });

  test(`${way}: a signal ends its call, at the referee as well`, async (test) => {
    const controller = new AbortController();
    let left: Promise<unknown> | undefined;
    const { target } = await serve(test, (_, { signal }) => {
      left = new Promise((resolve) => signal.addEventListener("abort", resolve));
      controller.abort();
      return left as never;
    });
    const call = connected(test, connect(target)).judgeTrick({}, { signal: controller.signal });
    const start = performance.now();
    await assert.rejects(call, { code: Code.Canceled });
    await left;
    assert.ok(performance.now() - start < 4900, "it waited for the deadline");
  });

  test(`${way}: closing ends a call that waits`, async (test) => {
    const referee = connect((await serve(test, () => new Promise(() => undefined) as never)).target);
    const call = referee.judgeTrick({});
    setTimeout(() => referee.close(), 50);
    await assert.rejects(call, { code: Code.Canceled, message: "the referee was closed" });
    await assert.rejects(referee.judgeTrick({}), { code: Code.Canceled });
  });

  test(`${way}: a number that no field can have is never sent`, async (test) => {
    let asked = 0;
    const { target } = await serve(test, () => ({ points: ++asked }));
    const impossible = connected(test, connect(target)).judgeTrick({ trump: 2 ** 40 });
    await assert.rejects(impossible, /invalid int32/);
    assert.equal(asked, 0);
  });

  for (const target of ["127.0.0.1:1", "127.8.9.10:1", "localhost:1", "[::1]:1"]) {
    test(`${way}: a token may go to ${target} in plain`, () => connect(target, { token: "sesame" }).close());
  }
  for (const target of ["referee.example:1", "10.0.0.1:1", "localhost.example:1", "127.0.0.1.example:1", "[::2]:1"]) {
    test(`${way}: a token may go to ${target} over TLS only`, () => {
      assert.throws(() => connect(target, { token: "sesame" }), TypeError);
      assert.throws(() => connect(target, { token: "sesame", tls: false }), TypeError);
      connect(target, { token: "sesame", tls: true }).close();
    });
  }
}

for (const target of ["", "http://127.0.0.1:1", "127.0.0.1:1/path", "me@127.0.0.1:1", "127.0.0.1:port", "a b:1"]) {
  test(`node: "${target}" is no place to connect to`, () => assert.throws(() => connectReferee(target), TypeError));
}

test("grpc-js: other names of this machine are known, and other machines behind them", () => {
  for (const target of [
    "unix:/run/referee",
    "dns:localhost:1",
    "dns:///127.0.0.1:1",
    "ipv4:127.0.0.1:1",
    "ipv6:[::1]:1",
  ]) {
    connectByGrpcJs(target, { token: "sesame" }).close();
  }
  for (const target of ["dns://127.0.0.1/far.example:1", "ipv4:127.0.0.1:1,10.0.0.1:1", "dns:///far.example"]) {
    assert.throws(() => connectByGrpcJs(target, { token: "sesame" }), TypeError);
  }
});

test("grpc-js: a program's own channel can carry the calls", async (test) => {
  const { target } = await serve(test, () => ({ winner: Seat.NORTH }));
  const client = new Client(target, credentials.createInsecure());
  const referee = connected(test, new Referee(transportOf(client), {}, () => client.close()));
  assert.equal((await referee.judgeTrick({})).winner, Seat.NORTH);
});

const openssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test("TLS", { skip: openssl ? false : "there is no openssl to make certificates" }, async (test) => {
  const folder = mkdtempSync(join(tmpdir(), "referee-tls-"));
  test.after(() => rmSync(folder, { recursive: true }));
  const make = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  make("req", "-x509", ...ec, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority", "-days", "2");
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost");
  for (const name of ["server", "player"]) {
    make("req", ...ec, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
    make("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...signed);
  }
  const [ca, cert, key] = [read("ca.pem"), read("server.pem"), read("server.key")];
  const player = { cert: read("player.pem"), key: new TextEncoder().encode(read("player.key")) };

  for (const [way, connect] of Object.entries(WAYS)) {
    await test.test(`${way}: an authority of one's own, and a token`, async (test) => {
      const served = await serve(
        test,
        (_, { requestHeader }) => {
          assert.equal(requestHeader.get("authorization"), "Bearer sesame");
          return { winner: Seat.EAST };
        },
        { tls: { cert, key } },
      );
      const target = served.target.replace("127.0.0.1", "localhost");
      const referee = connected(test, connect(target, { tls: { ca }, token: "sesame" }));
      assert.equal((await referee.judgeTrick({})).winner, Seat.EAST);
    });

    await test.test(`${way}: a certificate of one's own`, async (test) => {
      const asking = { cert, key, ca, requestCert: true, rejectUnauthorized: true };
      const served = await serve(test, () => ({ winner: Seat.EAST }), { tls: asking });
      const target = served.target.replace("127.0.0.1", "localhost");
      const referee = connected(test, connect(target, { tls: { ca, ...player } }));
      assert.equal((await referee.judgeTrick({})).winner, Seat.EAST);
      await assert.rejects(connected(test, connect(target, { tls: { ca } })).judgeTrick({}), {
        code: Code.Unavailable,
      });
    });

    await test.test(`${way}: a server that nobody vouches for is not trusted`, async (test) => {
      let asked = 0;
      const served = await serve(test, () => ({ points: ++asked }), { tls: { cert, key } });
      const target = served.target.replace("127.0.0.1", "localhost");
      const referee = connected(test, connect(target, { tls: true }));
      await assert.rejects(referee.judgeTrick({}, { timeoutMs: 2000 }), { code: Code.Unavailable });
      assert.equal(asked, 0);
    });
  }
});

import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { serviceConfig } from "./service-config.js";

const { maxAttempts, initialBackoff, maxBackoff, backoffMultiplier } = serviceConfig.methodConfig[0].retryPolicy;

/**
 * The transport, with calls that are sent again while the referee is unavailable: four times in all, after 0.1 s and
 * then twice as long each time. No call takes longer by it than its deadline allows.
 */
export function retrying(transport: Transport): Transport {
  return {
    async unary(method, signal, timeoutMs, header, input, contextValues) {
      const deadline = timeoutMs !== undefined && timeoutMs > 0 ? performance.now() + timeoutMs : Infinity;
      let backoff = milliseconds(initialBackoff);
      for (let attempt = 1; ; attempt++) {
        // Whole milliseconds, since headers have no place for parts; never none, which would mean without a deadline.
        const left = deadline === Infinity ? timeoutMs : Math.max(1, Math.ceil(deadline - performance.now()));
        try {
          return await transport.unary(method, signal, left, header, input, contextValues);
        } catch (error) {
          const pause = backoff * (0.8 + 0.4 * Math.random());
          const over = attempt === maxAttempts || performance.now() + pause >= deadline;
          if (over || signal?.aborted || ConnectError.from(error).code !== Code.Unavailable) throw error;
          await sleep(pause, signal);
          backoff = Math.min(backoff * backoffMultiplier, milliseconds(maxBackoff));
        }
      }
    },
    stream: transport.stream.bind(transport),
  };
}

function milliseconds(seconds: `${number}s`): number {
  return 1000 * Number.parseFloat(seconds);
}

/** Resolves after a time, or rejects with the reason of the signal as soon as that is given. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", aborted);
    function done(): void {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      reject(ConnectError.from(signal?.reason, Code.Canceled));
    }
  });
}

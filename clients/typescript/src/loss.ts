import { Code, ConnectError, type Transport } from "@connectrpc/connect";

/**
 * The transport, where a connection that fails or is lost is told as by every client of gRPC: the referee is
 * unavailable. `isLoss` says of an error which the referee did not send whether it is such a failure.
 */
export function lossIsUnavailable(transport: Transport, isLoss: (error: ConnectError) => boolean): Transport {
  return {
    async unary(method, signal, ...rest) {
      try {
        return await transport.unary(method, signal, ...rest);
      } catch (caught) {
        const error = ConnectError.from(caught);
        const sent = error.metadata.has("grpc-status") || error.details.length > 0;
        if (sent || signal?.aborted || error.code === Code.Unavailable || !isLoss(error)) throw error;
        const cause = error.cause ?? error;
        throw new ConnectError(
          `the connection failed: ${error.rawMessage}`,
          Code.Unavailable,
          undefined,
          undefined,
          cause,
        );
      }
    },
    stream: transport.stream.bind(transport),
  };
}

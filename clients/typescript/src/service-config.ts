/**
 * Which calls are sent again, and when: the recommendation for clients of all languages.
 */
export const serviceConfig = {
  methodConfig: [
    {
      name: [{ service: "belote.referee.v1.RefereeService" }],
      retryPolicy: {
        maxAttempts: 4,
        initialBackoff: "0.1s",
        maxBackoff: "1s",
        backoffMultiplier: 2,
        retryableStatusCodes: ["UNAVAILABLE"],
      },
    },
  ],
} as const;

package io.github.belotereferee;

/**
 * A field of a request that is at fault.
 *
 * @param path where it is, such as {@code "deal.actions[17].play"}
 * @param description what is wrong with it, a sentence in the language of the call; its wording may change at any time
 * @param reason why it is refused, in the words of {@link RefereeException#getReason}; empty when not told
 */
public record BadField(String path, String description, String reason) {}

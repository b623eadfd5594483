/**
 * A client of the referee for belote: {@link io.github.belotereferee.Referee} connects and asks, {@link
 * io.github.belotereferee.RefereeException} says why a call has no answer. The messages are in {@link
 * io.github.belotereferee.v1}.
 *
 * <p>Nothing here takes or returns {@code null}.
 */
@NullMarked
package io.github.belotereferee;

import org.jspecify.annotations.NullMarked;

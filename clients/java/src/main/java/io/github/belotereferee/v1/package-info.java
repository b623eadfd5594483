/** The messages and stubs of the referee's contract, generated from its {@code .proto} files and commented there. */
package io.github.belotereferee.v1;

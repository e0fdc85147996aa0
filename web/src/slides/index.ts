// What a plugin for any deck is made of: the element, what follows a deck, and the keys that go back to it.
export { define, ToastScope } from '../element/element';
export { firstStep, Follower, printsFrame, type Driven, type Place } from './follow';
export { yieldKeys } from './keys';
export { smallestType } from './smallest-type';
export { stepsOf } from './steps';

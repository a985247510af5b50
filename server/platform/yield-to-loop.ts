/** Between two computations of one request: what waits for the event loop meanwhile goes first. */
export { setImmediate as yieldToLoop } from 'node:timers/promises'

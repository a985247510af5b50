/** Awaited between two computations of one request, so that other work of the event loop runs first. */
export { setImmediate as yieldToLoop } from 'node:timers/promises'

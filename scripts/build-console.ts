/**
 * Builds the console where it is missing or older than its sources: after `npm ci`, and before `npm start` after a change.
 * Without the development packages it says what is missing, and the service starts without a console.
 */
import { buildConsole } from './console-build.ts'

await buildConsole((line) => process.stdout.write(`${line}\n`))

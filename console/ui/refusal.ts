/** Why something did not work, in words: a lost connection, or what the service said. */
import { statusOf } from '../api/client.ts'
import { ofService } from '../words/of-service.ts'
import { words } from '../words/words.ts'

/** Without an answer an error has the browser's words, which say little, and that in English. */
export const refusalOf = (error: unknown): string =>
  statusOf(error) === null ? words.states.notReached : ofService((error as Error).message)

/** The message for an error: a lost connection, or the service's message. */
import { statusOf } from '../api/client.ts'
import { ofService } from '../words/of-service.ts'
import { words } from '../words/words.ts'

/** Without a response, an error has only the browser's message, which is English and says little. */
export const refusalOf = (error: unknown): string =>
  statusOf(error) === null ? words.states.notReached : ofService((error as Error).message)

/** The embedded writer apart from the event loop: a meeting of 5 MB takes seconds. */
import { Overrun } from '../../platform/errors.ts'
import type { Deed, Threads } from '../../platform/threads.ts'
import { EngineError, type NoteWriter } from '../engines.ts'
import type { writeStored } from './write-embedded.ts'

const deed: Deed<typeof writeStored> = {
  module: new URL('./write-embedded.ts', import.meta.url),
  name: 'writeStored',
  // Sixty times what a meeting of 5 MB takes, ten times what one takes that hardly says a word twice.
  seconds: 300,
}

export function embeddedWriter(threads: Threads, seconds = deed.seconds): NoteWriter {
  return {
    async write(meeting, signal) {
      try {
        return await threads.run({ ...deed, seconds }, [meeting], { signal })
      } catch (error) {
        if (!(error instanceof Overrun)) throw error
        throw new EngineError(`The AI notes cannot be written: ${error.message}`, { passing: false, cause: error })
      }
    },
  }
}

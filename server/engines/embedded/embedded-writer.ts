/** The embedded writer apart from the event loop: a meeting of 5 MB takes seconds. */
import { ResourceLimitError } from '../../platform/errors.ts'
import type { Task, Threads } from '../../platform/threads.ts'
import { EngineError, type NoteWriter } from '../engines.ts'
import type { writeStored } from './write-embedded.ts'

const task: Task<typeof writeStored> = {
  module: new URL('./write-embedded.ts', import.meta.url),
  name: 'writeStored',
  // Sixty times what a meeting of 5 MB takes, ten times what one takes that hardly says a word twice.
  seconds: 300,
}

export function embeddedWriter(threads: Threads, seconds = task.seconds): NoteWriter {
  return {
    async write(meeting, signal) {
      try {
        return await threads.run({ ...task, seconds }, [meeting], { signal })
      } catch (error) {
        if (!(error instanceof ResourceLimitError)) throw error
        throw new EngineError(`The AI notes cannot be written: ${error.message}`, { passing: false, cause: error })
      }
    },
  }
}

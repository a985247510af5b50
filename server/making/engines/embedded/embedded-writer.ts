/** Runs the embedded writer in a thread, because a meeting of 5 MB takes seconds. */
import type { Context } from '../../../platform/context/context.ts'
import { EngineError, ResourceLimitError } from '../../../platform/errors.ts'
import type { Task } from '../../../platform/threads.ts'
import type { NoteWriter } from '../shared/engines.ts'
import type { writeStored } from './write-embedded.ts'

const task: Task<typeof writeStored> = {
  module: new URL('./write-embedded.ts', import.meta.url),
  name: 'writeStored',
  // 60 times the time of a meeting of 5 MB; 10 times that of a meeting with hardly any repeated words.
  seconds: 300,
}

export function embeddedWriter(threads: Context['threads'], seconds = task.seconds): NoteWriter {
  return {
    async write(meeting, signal) {
      try {
        return await threads.run({ ...task, seconds }, [meeting], { signal, sharer: meeting.sharer, isPatient: true })
      } catch (error) {
        if (!(error instanceof ResourceLimitError)) throw error
        throw new EngineError(`The AI notes cannot be written: ${error.message}`, { retryable: false, cause: error })
      }
    },
  }
}

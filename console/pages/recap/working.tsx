/** How far the service is with a recap. */
import type { Recap } from '../../api/correct-recording.ts'
import type { Stage } from '../../api/recording-progress.ts'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import classes from './recap.module.css'
import type { Work } from './use-progress.ts'

/** @param stage  shown also before its progress is read */
export function Working({ recap, work, stage }: { recap: Recap; work: Work; stage: Stage }) {
  const progress = work.progress?.stage === stage ? work.progress : { stage, done: null }
  return (
    <div role="status" className={classes.working}>
      <UploadProgress upload={{ title: recap.title, progress }} seenAt={work.seenAt} />
    </div>
  )
}

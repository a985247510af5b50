/** Uploads that the service is processing. */
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ownPendingQuery, useAwaitUpload } from '../../api/uploads.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import rows from '../../ui/rows.module.css'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import { words } from '../../words/words.ts'
import classes from './home.module.css'
import { Part } from './part.tsx'

export function Processing() {
  const { data: pending = [], dataUpdatedAt } = useQuery(usePrefetched(ownPendingQuery))
  useAwaitUpload(pending[0]?.recording_id)
  if (pending.length === 0) return null
  return (
    <Part title={words.uploads.status.PENDING} all={{ to: '/uploads', label: words.home.allUploads }}>
      <ul className={rows.list}>
        {pending.map((upload) => (
          <li key={upload.recording_id} className={classes.row}>
            <div style={{ overflowWrap: 'anywhere', flex: 1 }}>
              {upload.title}
              <UploadProgress upload={upload} seenAt={dataUpdatedAt} />
            </div>
            <Loader size={14} color="gray" className={classes.dim} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

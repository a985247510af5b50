/** Uploads with their live status. */
import { ActionIcon, Loader, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  pendingQuery,
  type UploadFilters,
  type UploadRow,
  uploadsQuery,
  useAwaitUpload,
  useStopUpload,
} from '../../api/uploads.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { shortTime } from '../../ui/format.ts'
import { isNarrowed } from '../../ui/list-filters.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Sentence } from '../../ui/next-step.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import { words } from '../../words/words.ts'
import { UploadFilterBar } from './upload-filters.tsx'
import classes from './uploads.module.css'

const { uploads: said } = words

type Props = { filters: UploadFilters; onChange: (filters: UploadFilters) => void }

export function UploadList({ filters, onChange }: Props) {
  const uploads = useInfiniteQuery(usePrefetched(uploadsQuery(filters)))
  const nothing = isNarrowed(filters) ? words.filters.noMatch : said.none
  return (
    <section>
      <Title order={2} className={rows.heading}>
        {said.list}
      </Title>
      <UploadFilterBar filters={filters} onChange={onChange} />
      <Pages query={uploads} empty={<Text c="dimmed">{nothing}</Text>}>
        {(found) => <List uploads={found} />}
      </Pages>
    </section>
  )
}

function List({ uploads }: { uploads: UploadRow[] }) {
  useRowKeys('[data-row]')
  const waiting = uploads.find(({ status }) => status === 'PENDING')
  useAwaitUpload(waiting?.recording_id)
  const { data: pending = [], dataUpdatedAt } = useQuery({ ...pendingQuery, enabled: waiting !== undefined })
  const progressOf = ({ recording_id: id, status }: UploadRow) =>
    status === 'PENDING' && (
      <UploadProgress upload={pending.find(({ recording_id }) => recording_id === id)} seenAt={dataUpdatedAt} />
    )
  return (
    <ul className={rows.list} aria-live="polite">
      {uploads.map((upload) => (
        <Row key={upload.recording_id} upload={upload} progress={progressOf(upload)} />
      ))}
    </ul>
  )
}

function Row({
  upload: { recording_id: recordingId = '', title, status, failure_reason, created_at },
  progress,
}: {
  upload: UploadRow
  progress: ReactNode
}) {
  return (
    <li className={`${classes.row} ${classes.result}`}>
      <div className={classes.what}>
        {status === 'SUCCESS' ? (
          <Link
            to="/recap/$recordingId"
            params={{ recordingId }}
            search={{}}
            className={rows.title}
            dir="auto"
            data-row
          >
            {title}
          </Link>
        ) : (
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {created_at && <Time at={created_at} as={shortTime} />}
        </Text>
        {progress}
        {status === 'FAILED' && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {failure_reason && <Sentence of={failure_reason} />}
          </Text>
        )}
      </div>
      {status === 'PENDING' && <Stop id={recordingId} title={title ?? ''} />}
      <Status status={status} />
    </li>
  )
}

function Stop({ id, title }: { id: string; title: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const stopUpload = useStopUpload()
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={said.cancel(title)} onClick={() => setIsAsking(true)}>
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isPending={stopUpload.isPending}
        action={said.takeBack}
        title={said.takeBackTitle(title)}
        onConfirm={() => stopUpload.mutate(id, { onSettled: () => setIsAsking(false) })}
      >
        {said.stopWhy}
      </Confirm>
    </>
  )
}

function Status({ status }: { status: UploadRow['status'] }) {
  if (status === 'PENDING') {
    return (
      <Mark tone="quiet">
        <Loader size={10} color="gray" mr={6} />
        {said.status.PENDING}
      </Mark>
    )
  }
  return <Mark tone={status === 'FAILED' ? 'bad' : 'good'}>{status && said.status[status]}</Mark>
}

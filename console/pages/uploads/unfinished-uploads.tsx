/** Files that this tab is sending, and unfinished ones of any browser. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { forget, runningUploads, stop } from '../../api/running-uploads.ts'
import { unfinishedQuery, useCancelUpload } from '../../api/uploads.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { underWay } from '../../record/under-way.ts'
import { Confirm } from '../../ui/confirm.tsx'
import rows from '../../ui/rows.module.css'
import { words } from '../../words/words.ts'
import { OpenRow } from './open-row.tsx'
import { RunningRow } from './running-row.tsx'
import { UnfinishedRow } from './unfinished-row.tsx'

const { uploads: said } = words

type Asked = { title: string; recordingId: string | null; key?: number }

export function UnfinishedUploads() {
  const running = useSyncExternalStore(runningUploads.subscribe, runningUploads.all)
  const { data: unfinished = [] } = useQuery(usePrefetched(unfinishedQuery))
  const [asked, setAsked] = useState<Asked | null>(null)
  const { uploadIds } = useSyncExternalStore(underWay.subscribe, underWay.now)
  const ofTab = new Set([...running.map(({ recordingId }) => recordingId), ...uploadIds])
  const rest = unfinished.filter(({ recording_id }) => !ofTab.has(recording_id))
  if (running.length + rest.length === 0) return null
  return (
    <section className={rows.section}>
      <Title order={2} className={rows.heading}>
        {said.unfinishedUploads}
      </Title>
      <ul className={rows.list}>
        {running.map((each) => (
          <RunningRow key={each.key} upload={each} onCancel={() => setAsked(each)} />
        ))}
        {rest.map((each) => {
          const Row = each.bytes === null ? OpenRow : UnfinishedRow
          const ask = () => setAsked({ title: each.title, recordingId: each.recording_id })
          return <Row key={each.recording_id} upload={each} onCancel={ask} />
        })}
      </ul>
      {asked && <TakeBack asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function TakeBack({ asked: { title, recordingId, key }, onClose }: { asked: Asked; onClose: () => void }) {
  const cancelUpload = useCancelUpload()
  const onConfirm = async () => {
    if (key !== undefined) await stop(key)
    const isBack = recordingId === null || (await cancelUpload.mutateAsync(recordingId).catch(() => null)) !== null
    if (key !== undefined && isBack) forget(key)
    onClose()
  }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      isPending={cancelUpload.isPending}
      action={said.takeBack}
      title={said.takeBackTitle(title)}
      onConfirm={() => void onConfirm()}
    >
      {said.takeBackWhy}
    </Confirm>
  )
}

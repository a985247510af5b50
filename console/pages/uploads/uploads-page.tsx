/** Uploads recordings, and shows the status of uploads. */
import { Alert, Space, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Activity, useState } from 'react'
import { enginesQuery } from '../../api/engines.ts'
import {
  type Details,
  type UploadFilters,
  type UploadsState,
  unfinishedQuery,
  uploadsQuery,
} from '../../api/uploads.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { NextStep } from '../../ui/next-step.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ByAddress } from './by-address.tsx'
import { ByFile } from './by-file.tsx'
import { ByTranscript } from './by-transcript.tsx'
import { useChosenFiles } from './chosen.ts'
import { DetailFields } from './detail-fields.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { UploadList } from './upload-list.tsx'
import { useSharedFiles } from './use-shared-files.ts'

const { uploads: said } = words

const tabs = { file: said.file, transcript: said.transcript, address: said.address }
const ways = { file: ByFile, transcript: ByTranscript, address: ByAddress }

type By = keyof typeof ways

export function prefetch(queries: QueryClient, filters: UploadFilters) {
  void queries.prefetchInfiniteQuery(uploadsQuery(filters))
  void queries.prefetchQuery(unfinishedQuery)
  void queries.prefetchQuery(enginesQuery)
}

export function Page({ state: { by: way, shared, ...filters } }: { state: UploadsState }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const [details, setDetails] = useState<Details>({})
  const by: By = way ?? 'file'
  const { data: engines } = useQuery(usePrefetched(enginesQuery))
  const files = useChosenFiles()
  const go = (next: By, narrowed = filters) => {
    const search = { ...narrowed, by: next === 'file' ? undefined : next }
    void navigate({ to: '/uploads', search, replace: true })
  }
  // Wherever a file came from, the page shows it.
  const chosen = {
    ...files,
    async add(added: File[]) {
      if (by !== 'file') go('file')
      await files.add(added)
    },
  }
  useSharedFiles(shared !== undefined, chosen)
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      {by !== 'transcript' && engines?.transcription === null && (
        <Alert color="yellow" mb="lg">
          <NextStep of="media" />
        </Alert>
      )}
      <PageTabs value={by} tabs={tabs} label={said.ways} onChange={(next) => go(next)}>
        {/* What somebody wrote stays when a dropped file shows another way. */}
        {(Object.keys(ways) as By[]).map((name) => {
          const Way = ways[name]
          return (
            <Activity key={name} mode={name === by ? 'visible' : 'hidden'}>
              <Way details={details} chosen={chosen}>
                <DetailFields details={details} onChange={setDetails} />
              </Way>
            </Activity>
          )
        })}
      </PageTabs>
      <DropAnywhere onDrop={(dropped) => void chosen.add(dropped)} />
      <Space h={40} />
      <UnfinishedUploads />
      <UploadList filters={filters} onChange={(narrowed) => go(by, narrowed)} />
    </div>
  )
}

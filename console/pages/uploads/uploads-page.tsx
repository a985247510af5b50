/** Recordings that the person brings, and what becomes of them. */
import { Tabs, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Details } from '../../api/uploads.ts'
import layout from '../../ui/layout.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ByAddress } from './by-address.tsx'
import { ByFile } from './by-file.tsx'
import { ByTranscript } from './by-transcript.tsx'
import { DetailFields } from './detail-fields.tsx'
import { UnderWay } from './under-way.tsx'
import { UploadList } from './upload-list.tsx'

const { uploads: said } = words

type By = 'file' | 'transcript' | 'address'

export function UploadsPage({ by }: { by: By }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const [details, setDetails] = useState<Details>({})
  const go = (next: string | null) =>
    void navigate({
      ...{ to: '/uploads', replace: true },
      search: next === 'file' || next === null ? {} : { by: next as 'transcript' | 'address' },
    })
  const fields = <DetailFields details={details} onChange={setDetails} />
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <Tabs value={by} onChange={go} mb={40} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="file">{said.file}</Tabs.Tab>
          <Tabs.Tab value="transcript">{said.transcript}</Tabs.Tab>
          <Tabs.Tab value="address">{said.address}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="file">
          <ByFile details={details}>{fields}</ByFile>
        </Tabs.Panel>
        <Tabs.Panel value="transcript">
          <ByTranscript details={details}>{fields}</ByTranscript>
        </Tabs.Panel>
        <Tabs.Panel value="address">
          <ByAddress details={details}>{fields}</ByAddress>
        </Tabs.Panel>
      </Tabs>
      <UnderWay />
      <UploadList />
    </div>
  )
}

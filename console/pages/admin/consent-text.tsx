/** What people read out before they record a meeting; empty for the usual sentence. */
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { Setting } from './setting.tsx'

const { settings: said } = adminWords

export function ConsentText({ settings }: { settings: Settings }) {
  /** Null until something is written: others may change it meanwhile. */
  const [written, setWritten] = useState<string | null>(null)
  const change = useChangeWorkspace()
  const stored = settings.consent_text ?? ''
  const text = written ?? stored
  const saved = () => {
    setWritten(null)
    noticeDone(said.saved)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ consent_text: text.trim() || null }, { onSuccess: saved })
  }
  return (
    <Setting title={said.recording}>
      <form onSubmit={submit}>
        <Textarea
          label={said.consentText}
          description={said.consentHint}
          placeholder={words.record.consentText}
          autosize
          minRows={2}
          maxLength={2_000}
          value={text}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Group mt="sm">
          <Button type="submit" variant="default" disabled={text === stored} loading={change.isPending}>
            {words.save}
          </Button>
        </Group>
      </form>
    </Setting>
  )
}

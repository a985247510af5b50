/** Changes what happens with one meeting, for this once. */
import { Button, Select, Text } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useState } from 'react'
import { type Plan, useChangePlan } from '../../api/rules.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { words } from '../../words/words.ts'
import { NoBot } from '../rules/no-bot.tsx'
import { ChannelsField, TemplateField } from '../rules/rule-form.tsx'

const { rules: said } = words

type Props = { note: Note; plan: Plan | null; onClose: () => void }

export function PlanForm({ note, plan, onClose }: Props) {
  const [record, setRecord] = useState(plan?.record ?? null)
  const [template, setTemplate] = useState(plan?.template ?? null)
  const [channels, setChannels] = useState(plan?.channels ?? [])
  const change = useChangePlan(note.id)
  const save = () =>
    change.mutate(
      {
        ...(record !== (plan?.record ?? null) && { record }),
        ...(template !== (plan?.template ?? null) && { template }),
        channels,
      },
      { onSuccess: onClose },
    )
  const hasCall = note.call_url !== null && !note.event_is_all_day
  const records = (['bot', 'remind', 'never'] as const).filter((value) => value !== 'bot' || hasCall)
  return (
    <DialogForm
      title={said.planned.title}
      onClose={onClose}
      onSubmit={save}
      action={said.planned.save}
      isDisabled={false}
      mutation={change}
    >
      <Text size="sm" c="dimmed">
        {said.planned.what}
      </Text>
      <Select
        label={said.form.record}
        placeholder={said.form.asUsual}
        allowDeselect={false}
        data={records.map((value) => ({ value, label: said.form.records[value] }))}
        value={record}
        onChange={(value) => setRecord(value as Plan['record'])}
        data-autofocus
      />
      {record === 'bot' && <NoBot onRemind={() => setRecord('remind')} />}
      <TemplateField value={template} onChange={setTemplate} isClearable={false} />
      <ChannelsField
        whenEmpty={plan?.channels.length ? said.form.nowhere : said.form.asUsual}
        value={channels}
        onChange={setChannels}
      />
      {plan?.changed && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => change.mutate(null, { onSuccess: onClose })}
        >
          {said.planned.takeBack}
        </Button>
      )}
    </DialogForm>
  )
}

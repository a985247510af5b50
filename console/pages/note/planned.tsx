/** What will happen with the meeting by itself, and what is changed for this once. */
import { Anchor, Group, Text } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { languageName } from '../../ui/language-field.tsx'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'
import { NoBot } from '../rules/no-bot.tsx'
import { actionsOf, ofPlan } from '../rules/rule-sentence.ts'
import { usePlanNames } from '../rules/use-rule-names.ts'

const { rules: said } = words
const PlanForm = later(async () => (await import('./plan-form.tsx')).PlanForm, null)

export function Planned({ note }: { note: Note }) {
  const names = usePlanNames()
  const [isOpen, open] = useState(false)
  const plan = note.planned ?? null
  const none = () => undefined
  const all = { ...names, series: none, feed: none, recorder: none, person: none, language: languageName }
  const what = plan && actionsOf(said, ofPlan(plan), all).join('; ')
  return (
    <Group gap="xs" mt="sm" align="baseline">
      <Text size="sm">{what ? said.planned.is(what) : said.planned.nothing}</Text>
      <Anchor component="button" size="sm" onClick={() => open(true)}>
        {said.planned.change}
      </Anchor>
      {note.series_id && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/rules" search={{ series: note.series_id! }} {...props} />}>
          {said.planned.ofSeries}
        </Anchor>
      )}
      {plan?.record === 'bot' && <NoBot />}
      {isOpen && <PlanForm note={note} plan={plan} onClose={() => open(false)} />}
    </Group>
  )
}

/** What happens with meetings by itself: the person's rules in their order, then those of the workspace. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { type Rule, type RulesSearch, rulesQuery } from '../../api/rules.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { later } from '../../ui/later.tsx'
import layout from '../../ui/layout.module.css'
import { Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { RuleRow } from './rule-row.tsx'
import { useRuleNames } from './use-rule-names.ts'

const { rules: said } = words
const RuleForm = later(async () => (await import('./rule-form.tsx')).RuleForm, null)

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(rulesQuery)
}

export function Page({ search: { rule: shown, series } }: { search: RulesSearch }) {
  usePageTitle(said.title)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const rules = useQuery(usePrefetched(rulesQuery))
  const [editing, edit] = useState<Rule | 'new' | null>(series ? 'new' : null)
  const props = { shown, onEdit: edit }
  return (
    <div className={layout.content}>
      <Group justify="space-between" mb="xs">
        <Title order={1}>{said.title}</Title>
        <Button onClick={() => edit('new')}>{said.create}</Button>
      </Group>
      <Text c="dimmed" size="sm" mb="lg" maw={640}>
        {said.about}
      </Text>
      <Loaded of={rules}>
        {({ data: all }) => (
          <Stack gap={36}>
            <Part {...props} title={said.own} rules={all.filter(({ scope }) => scope === 'person')} mayChange>
              <Empty title={said.none}>{said.noneWhy}</Empty>
            </Part>
            <Part
              {...props}
              title={said.ofWorkspace}
              about={said.ofWorkspaceWhat}
              rules={all.filter(({ scope }) => scope === 'workspace')}
              mayChange={session.super_admin}
            >
              <Text size="sm">{said.noneOfWorkspace}</Text>
            </Part>
          </Stack>
        )}
      </Loaded>
      {editing && <RuleForm rule={editing === 'new' ? null : editing} series={series} onClose={() => edit(null)} />}
    </div>
  )
}

type PartProps = {
  title: string
  about?: string
  rules: Rule[]
  mayChange: boolean
  shown: string | undefined
  onEdit: (rule: Rule) => void
  /** If there is none. */
  children: React.ReactNode
}

function Part({ title, about, rules, mayChange, shown, onEdit, children }: PartProps) {
  const names = useRuleNames()
  return (
    <section>
      <Title order={2} size="h4" mb={about ? 0 : 'xs'}>
        {title}
      </Title>
      {about && (
        <Text c="dimmed" size="sm" mb="xs">
          {about}
        </Text>
      )}
      {rules.length === 0 ? (
        children
      ) : (
        <Rows label={title}>
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              names={names}
              isLast={index === rules.length - 1}
              mayChange={mayChange}
              isShown={rule.id === shown}
              onEdit={() => onEdit(rule)}
            />
          ))}
        </Rows>
      )}
    </section>
  )
}

/** A new rule, or one that is changed: which meetings, and what happens. */
import { Group, MultiSelect, NumberInput, SegmentedControl, Select, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feedsQuery } from '../../api/calendar.ts'
import { type Channel, channelsQuery } from '../../api/channels.ts'
import { noteTemplatesQuery } from '../../api/note-templates.ts'
import { sessionQuery } from '../../api/queries.ts'
import { recordersQuery } from '../../api/recorders.ts'
import { type Rule, seriesQuery, useChangeRule, useMakeRule } from '../../api/rules.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { NotesLanguageField } from '../../ui/language-field.tsx'
import { PeopleField } from '../../ui/people-field.tsx'
import { words } from '../../words/words.ts'
import { NoBot } from './no-bot.tsx'
import { type Fields, fieldsOf, filled, ruleOf } from './rule-fields.ts'
import { serviceNames } from './use-rule-names.ts'

const { rules } = words
const { form: said } = rules

const maxName = 100

type Set = { fields: Fields; set: (change: Partial<Fields>) => void }

/** @param series  of a new rule */
export function RuleForm({
  rule,
  series,
  onClose,
}: {
  rule: Rule | null
  series?: string | undefined
  onClose: () => void
}) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: all } = useQuery({ ...seriesQuery, enabled: series !== undefined })
  const [chosen, setFields] = useState<Fields>(() => fieldsOf(rule, series))
  const [name, setName] = useState(rule?.name ?? null)
  const titleOfSeries = all?.find(({ id }) => id === series)?.title.slice(0, maxName) ?? ''
  const fields = { ...chosen, name: name ?? titleOfSeries }
  const [scope, setScope] = useState(rule?.scope ?? 'person')
  const make = useMakeRule()
  const change = useChangeRule(rule?.id ?? '')
  const props = { fields, set: (changed: Partial<Fields>) => setFields({ ...chosen, ...changed }) }
  const given = ruleOf(fields, rule)
  const missing = fields.name.trim() === '' ? said.nameMissing : Object.keys(given.do).length === 0 && said.whatMissing
  const save = () =>
    rule ? change.mutate(given, { onSuccess: onClose }) : make.mutate({ ...given, scope }, { onSuccess: onClose })
  return (
    <DialogForm
      title={rule ? rule.name : rules.create}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={missing !== false}
      mutation={rule ? change : make}
    >
      <TextInput
        label={said.name}
        required
        maxLength={maxName}
        value={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {!rule && session.super_admin && (
        <SegmentedControl
          aria-label={said.scope}
          value={scope}
          onChange={(value) => setScope(value as Rule['scope'])}
          data={[
            { value: 'person', label: said.scopes.person },
            { value: 'workspace', label: said.scopes.workspace },
          ]}
        />
      )}
      <Which {...props} />
      <What {...props} isOfWorkspace={scope === 'workspace'} isNowhere={rule?.do.publish?.length === 0} />
      {missing && (
        <Text size="sm" c="dimmed" ta="end">
          {missing}
        </Text>
      )}
    </DialogForm>
  )
}

const clearing = { clearable: true, clearButtonProps: { 'aria-label': words.filters.clear } }

function Which({ fields, set }: Set) {
  const { data: series = [] } = useQuery(seriesQuery)
  const { data: feeds = [] } = useQuery(feedsQuery)
  return (
    <>
      <Title order={3} size="sm">
        {said.which}
      </Title>
      <Text size="sm" c="dimmed">
        {said.whichHint}
      </Text>
      <Select
        {...clearing}
        label={said.series}
        placeholder={said.any}
        searchable
        data={withUnseen(
          series.map(({ id, title }) => ({ value: id, label: title })),
          filled([fields.series]),
        )}
        value={fields.series}
        onChange={(value) => set({ series: value })}
      />
      <TextInput
        label={said.titleContains}
        placeholder={said.any}
        maxLength={255}
        value={fields.titleContains}
        onChange={(event) => set({ titleContains: event.currentTarget.value })}
      />
      <Group grow preventGrowOverflow={false} align="flex-start">
        <TextInput
          label={said.organizer}
          placeholder="ada@acme.test"
          type="email"
          maxLength={320}
          value={fields.organizer}
          onChange={(event) => set({ organizer: event.currentTarget.value })}
        />
        <TextInput
          label={said.domain}
          placeholder="acme.test"
          maxLength={255}
          value={fields.domain}
          onChange={(event) => set({ domain: event.currentTarget.value })}
        />
      </Group>
      <Select
        {...clearing}
        label={said.outsiders}
        placeholder={said.any}
        data={[
          { value: 'yes', label: said.outsidersOf.yes },
          { value: 'no', label: said.outsidersOf.no },
        ]}
        value={fields.outsiders}
        onChange={(value) => set({ outsiders: value as Fields['outsiders'] })}
      />
      <Group grow preventGrowOverflow={false} align="flex-start">
        {(['least', 'most'] as const).map((which) => (
          <NumberInput
            key={which}
            label={said[which]}
            placeholder={said.any}
            min={0}
            max={100_000}
            allowDecimal={false}
            hideControls
            value={fields[which]}
            onChange={(value) => set({ [which]: value })}
          />
        ))}
      </Group>
      {(feeds.length > 0 || fields.feed) && (
        <Select
          {...clearing}
          label={said.feed}
          placeholder={said.any}
          data={withUnseen(
            feeds.map(({ id, account, host }) => ({ value: id, label: account ?? host })),
            filled([fields.feed]),
          )}
          value={fields.feed}
          onChange={(value) => set({ feed: value })}
        />
      )}
    </>
  )
}

/** @param isNowhere  an empty list of channels stays one */
function What({ fields, set, isOfWorkspace, isNowhere }: Set & { isOfWorkspace: boolean; isNowhere: boolean }) {
  return (
    <>
      <Title order={3} size="sm">
        {said.what}
      </Title>
      <Select
        {...clearing}
        label={said.record}
        placeholder={said.asUsual}
        data={(['bot', 'remind', 'never'] as const).map((value) => ({ value, label: said.records[value] }))}
        value={fields.record}
        onChange={(value) => set({ record: value as Fields['record'] })}
      />
      {fields.record === 'bot' && <NoBot onRemind={() => set({ record: 'remind' })} />}
      {fields.record === 'bot' && <RecorderField fields={fields} set={set} />}
      <TemplateField value={fields.template} onChange={(template) => set({ template })} />
      <NotesLanguageField value={fields.language} otherwise={said.asUsual} onChange={(language) => set({ language })} />
      <ChannelsField
        isOfWorkspace={isOfWorkspace}
        whenEmpty={isNowhere ? said.nowhere : said.asUsual}
        value={fields.channels}
        onChange={(channels) => set({ channels })}
      />
      <PeopleField label={said.people} value={fields.people} onChange={(people) => set({ people })} />
      <PeopleField label={said.editors} value={fields.editors} onChange={(editors) => set({ editors })} />
      <Select
        {...clearing}
        label={said.next}
        placeholder={said.asUsual}
        data={(['make', 'invite', 'never'] as const).map((value) => ({ value, label: said.nexts[value] }))}
        value={fields.next}
        onChange={(value) => set({ next: value as Fields['next'] })}
      />
    </>
  )
}

/** Only administrators name one. */
function RecorderField({ fields, set }: Set) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: recorders = [] } = useQuery({ ...recordersQuery, enabled: session.super_admin })
  const sending = recorders.filter(({ sends_bots }) => sends_bots)
  if (!session.super_admin || sending.length + filled([fields.recorder]).length === 0) return null
  const options = sending.map(({ id, kind }) => ({ value: id, label: serviceNames[kind as keyof typeof serviceNames] }))
  return (
    <Select
      {...clearing}
      label={said.recorder}
      placeholder={said.any}
      data={withUnseen(options, filled([fields.recorder]))}
      value={fields.recorder}
      onChange={(value) => set({ recorder: value })}
    />
  )
}

type TemplateProps = { value: string | null; onChange: (id: string | null) => void; isClearable?: boolean }

/** Shown only if the workspace has templates. */
export function TemplateField({ value, onChange, isClearable = true }: TemplateProps) {
  const { data } = useQuery(noteTemplatesQuery)
  const options = data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []
  if (options.length === 0 && value === null) return null
  return (
    <Select
      {...(isClearable ? clearing : { allowDeselect: false })}
      label={said.template}
      placeholder={said.asUsual}
      data={withUnseen(options, filled([value]))}
      value={value}
      onChange={onChange}
    />
  )
}

type ChannelsProps = {
  isOfWorkspace?: boolean
  /** What an empty list means. */
  whenEmpty: string
  value: string[]
  onChange: (ids: string[]) => void
}

export function ChannelsField({ isOfWorkspace = false, whenEmpty, value, onChange }: ChannelsProps) {
  const { data: mine = [] } = useQuery(channelsQuery('mine'))
  const { data: all = [] } = useQuery(channelsQuery('all'))
  const option = ({ id, title }: Channel) => ({ value: id, label: `#${title}` })
  const options = all.filter(({ id }) => isOfWorkspace || value.includes(id) || mine.some((own) => own.id === id))
  return (
    <MultiSelect
      label={said.channels}
      placeholder={value.length === 0 ? whenEmpty : ''}
      searchable
      hidePickedOptions
      maxValues={20}
      data={withUnseen(options.map(option), value)}
      value={value}
      onChange={onChange}
    />
  )
}

type Option = { value: string; label: string }

/** What a rule names, and the person does not see, stays in it. */
const withUnseen = (options: Option[], values: string[]): Option[] => [
  ...options,
  ...values
    .filter((value) => options.every((option) => option.value !== value))
    .map((value) => ({ value, label: rules.unseen })),
]

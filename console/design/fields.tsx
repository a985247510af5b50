/** Fields: empty, filled, refused and impossible. */
import { Checkbox, Pill, Radio, SegmentedControl, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { DayField, MomentField } from '../ui/day-fields.tsx'
import { Chips, FilterButton } from '../ui/filters.tsx'
import { PeopleField } from '../ui/people-field.tsx'
import { TextSearch } from '../ui/text-search.tsx'
import classes from './design.module.css'

const nothing = () => {}

export const Fields = () => (
  <div className={classes.fields}>
    <TextInput label="Title" placeholder="Empty" />
    <TextInput label="Title" description="What it is about" defaultValue="Filled" required />
    <TextInput label="Title" defaultValue="Refused" error="It is too long." />
    <TextInput label="Title" defaultValue="Impossible" disabled />
    <Textarea label="Text" defaultValue="Several lines" rows={2} />
    <Select label="Ends" data={['never', 'in 30 days']} defaultValue="never" />
    <PeopleField label="People" value={['u_0']} onChange={nothing} />
    <DayField label="Day" value="2026-09-14" onChange={nothing} />
    <MomentField label="Moment" value="2026-09-14T09:00:00Z" onChange={nothing} />
    <TextSearch label="Find by title" value="kick-off" maxLength={100} onChange={nothing} />
    <div>
      <FilterButton count={1}>{null}</FilterButton>
      <Chips chips={[{ label: 'Channel: Product', onRemove: nothing }]} />
    </div>
    <SegmentedControl data={['Notes', 'Transcript']} aria-label="What to show" />
    {[false, true].map((isOn) => (
      <Stack key={`${isOn}`} gap="xs">
        <Checkbox label="Box" defaultChecked={isOn} />
        <Radio label="Choice" defaultChecked={isOn} />
        <Switch label="Switch" defaultChecked={isOn} />
        <Checkbox label="Impossible" defaultChecked={isOn} disabled />
        <Pill>Name</Pill>
      </Stack>
    ))}
  </div>
)

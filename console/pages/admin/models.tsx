/** The models of the machine: a button for each where the operator allows it, otherwise the command. */
import { Alert, Button, Code, Group, Menu, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Models as Found, useAddModel, useCancelModel, useModels, useRemoveModel } from '../../api/models.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { bytes, percent } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, RowMenu, Rows } from '../../ui/rows.tsx'
import { Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { reasonInWords } from './model-reasons.ts'
import { Setting } from './setting.tsx'

const { models: said } = adminWords

export function Models() {
  const models = useModels()
  return (
    <Setting id="models" title={said.title}>
      <Loaded of={models}>
        {(found) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {found.from_console ? said.about : said.aboutCommand}{' '}
              {said.machine(bytes(found.memory_bytes), bytes(found.free_bytes))}
            </Text>
            {!found.ffmpeg && <Alert color="yellow">{said.ffmpeg}</Alert>}
            {found.failed && (
              <Alert color="red" title={said.failed(said.sets[found.failed.name]?.title ?? found.failed.name)}>
                {reasonInWords(found.failed.reason, said.reasons)}
              </Alert>
            )}
            <Rows label={said.title}>
              {found.sets.map((set) => (
                <SetRow key={set.name} set={set} found={found} />
              ))}
            </Rows>
            <Installed found={found} />
          </Stack>
        )}
      </Loaded>
    </Setting>
  )
}

/** It is an estimate: to a tenth of a gigabyte. */
const roughly = (count: number) => Math.round(count / 100_000_000) * 100_000_000

function SetRow({ set, found }: { set: Found['sets'][number]; found: Found }) {
  const add = useAddModel()
  const words = said.sets[set.name]
  const title = words?.title ?? set.name
  const isInstalling = found.installing?.name === set.name
  const lacks = [
    set.memory_bytes > found.memory_bytes && said.tooLarge,
    !set.installed && !isInstalling && set.disk_bytes > found.free_bytes && said.noRoom,
  ].filter(Boolean)
  const meta = (
    <>
      {words?.what} {said.needs(bytes(set.download_bytes), bytes(set.disk_bytes), bytes(roughly(set.memory_bytes)))}{' '}
      {said.licence(set.licences.join(', '))}
      {lacks.length > 0 && (
        <Text size="sm" c="red.9" component="span" display="block">
          {lacks.join(' ')}
        </Text>
      )}
      {set.name === 'notes' && !found.language_library && (
        <Text size="sm" component="span" display="block">
          {said.library}
        </Text>
      )}
      {!set.installed && !found.from_console && (
        <Code block mt={6} style={{ whiteSpace: 'pre-wrap' }}>
          {set.command}
        </Code>
      )}
      {isInstalling && <Installing of={found.installing!} title={title} />}
    </>
  )
  return (
    <Row title={<Name of={title} isRecommended={set.recommended && !set.installed} />} meta={meta}>
      {set.installed && <Mark tone="good">{said.installed}</Mark>}
      {!set.installed && found.from_console && !isInstalling && (
        <Button
          size="sm"
          variant="light"
          loading={add.isPending}
          disabled={found.installing !== null}
          aria-label={said.installOf(title)}
          onClick={() => add.mutate(set.name)}
        >
          {said.install}
        </Button>
      )}
    </Row>
  )
}

const Name = ({ of, isRecommended }: { of: string; isRecommended: boolean }) => (
  <Group gap="xs">
    <span>{of}</span>
    {isRecommended && <Mark>{said.recommended}</Mark>}
  </Group>
)

function Installing({ of, title }: { of: NonNullable<Found['installing']>; title: string }) {
  const cancel = useCancelModel()
  const share = of.of === 0 ? 0 : of.bytes / of.of
  return (
    <Stack gap={6} mt={8}>
      <Progress value={share * 100} size="sm" aria-label={said.progress(title)} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" component="span">
          {said.stages[of.stage]} · {percent(share)} ({bytes(of.bytes)})
        </Text>
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {said.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function Installed({ found }: { found: Found }) {
  const [asked, ask] = useState<string | null>(null)
  const remove = useRemoveModel()
  const installed = found.models.filter((model) => model.installed)
  if (installed.length === 0) return null
  const close = () => ask(null)
  return (
    <>
      <Title order={3} size="h5" mb={-8}>
        {said.installedModels}
      </Title>
      <Rows label={said.installedModels}>
        {installed.map(({ name, purpose, disk_bytes }) => (
          <Row key={name} title={name} meta={`${said.purposes[purpose] ?? purpose} · ${bytes(disk_bytes)}`}>
            {found.from_console && (
              <RowMenu label={said.menu(name)}>
                <Menu.Item onClick={() => ask(name)}>{said.remove}</Menu.Item>
              </RowMenu>
            )}
          </Row>
        ))}
      </Rows>
      <Confirm
        isOpen={asked !== null}
        onClose={close}
        title={said.removeTitle(asked ?? '')}
        action={said.removeNow}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(asked!, { onSettled: close })}
      >
        {said.removeWhat}
      </Confirm>
    </>
  )
}

/** Fields for the links of an item to other systems. */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { IconX } from '@tabler/icons-react'
import { words } from '../../words/words.ts'

const { links: said } = words.items

export type Link = ActionItem['links'][number]

/** The service's limits. */
const most = { links: 5, system: 40, key: 200, url: 2_000 }

export function LinkFields({ links, onChange }: { links: Link[]; onChange: (links: Link[]) => void }) {
  const set = (at: number, change: Partial<Link>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...change } : link)))
  return (
    <Input.Wrapper label={said.title} labelElement="div">
      <Stack gap="sm" mt={6}>
        {links.map(({ system, key, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has no address before it is typed
          <Group key={index} gap="xs" align="flex-end">
            <TextInput
              label={said.system}
              placeholder="GitHub"
              maxLength={most.system}
              style={{ flex: '1 1 110px' }}
              required
              withAsterisk={false}
              value={system}
              onChange={(event) => set(index, { system: event.currentTarget.value })}
            />
            <TextInput
              label={said.key}
              placeholder="acme/app#12"
              maxLength={most.key}
              style={{ flex: '1 1 110px' }}
              required
              withAsterisk={false}
              value={key}
              onChange={(event) => set(index, { key: event.currentTarget.value })}
            />
            <TextInput
              label={said.url}
              placeholder="https://"
              type="url"
              pattern="https://.+"
              title="https://"
              maxLength={most.url}
              style={{ flex: '2 1 160px' }}
              required
              withAsterisk={false}
              value={url}
              // Elsewhere it stands in another way.
              onChange={(event) => set(index, { url: event.currentTarget.value, state: undefined })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={said.drop(key || system)}
              onClick={() => onChange(links.filter((_, at) => at !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {links.length < most.links && (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...links, { system: '', key: '', url: '' }])}
          >
            {said.add}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

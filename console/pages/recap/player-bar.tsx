/** The player below the page: play, position, speed, and a link to the moment. */
import { ActionIcon, Group, Menu, Slider, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useClipboard, useHotkeys } from '@mantine/hooks'
import {
  IconLink,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import type { Player } from './player.ts'
import classes from './recap.module.css'

const { recap: said } = words
const rates = [0.75, 1, 1.25, 1.5, 1.75, 2]

type Props = { player: Player; marks: { at: number }[]; linkTo: (seconds: number) => string }

export function PlayerBar({ player, marks, linkTo }: Props) {
  usePlayerKeys(player)
  const { time, duration } = player
  return (
    <section className={classes.player} aria-label={said.player}>
      <Slider
        size="sm"
        value={time}
        max={duration || 1}
        step={1}
        classNames={{ mark: classes.tick }}
        // Until the length is known they would all be at the end.
        marks={duration > 0 ? marks.map(({ at }) => ({ value: Math.min(at, duration) })) : []}
        onChange={player.moveTo}
        label={clockTime}
        thumbLabel={said.position}
        thumbProps={{ 'aria-valuetext': clockTime(time) }}
      />
      <Group justify="space-between" wrap="nowrap" mt={6}>
        <Text size="sm" className={classes.clock}>
          {clockTime(time)} <span className={classes.total}>/ {clockTime(duration)}</span>
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Step label={said.back} onClick={() => player.moveTo(time - 10)} icon={IconRewindBackward10} />
          <ActionIcon
            size={44}
            radius="xl"
            variant="filled"
            onClick={player.toggle}
            aria-label={player.isPlaying ? said.pause : said.play}
          >
            {player.isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
          </ActionIcon>
          <Step label={said.forward} onClick={() => player.moveTo(time + 10)} icon={IconRewindForward10} />
        </Group>
        <Group gap={4} wrap="nowrap" className={classes.playerEnd}>
          <Speed player={player} />
          <CopyLink address={linkTo(Math.floor(time))} />
        </Group>
      </Group>
    </section>
  )
}

function Step({ label, onClick, icon: Icon }: { label: string; onClick: () => void; icon: typeof IconLink }) {
  return (
    <ActionIcon size={38} radius="xl" variant="subtle" color="gray" onClick={onClick} aria-label={label}>
      <Icon size={22} stroke={1.6} />
    </ActionIcon>
  )
}

function Speed({ player }: { player: Player }) {
  return (
    <Menu position="top-end" width={110}>
      <Menu.Target>
        <UnstyledButton className={classes.speed} aria-label={`${said.speed}: ${player.rate}`}>
          {player.rate}×
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {rates.map((rate) => (
          <Menu.Item key={rate} fw={rate === player.rate ? 650 : 400} onClick={() => player.setRate(rate)}>
            {rate}×
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function CopyLink({ address }: { address: string }) {
  const clipboard = useClipboard({ timeout: 1_500 })
  const label = clipboard.copied ? said.copied : said.copyLink
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={38}
        radius="xl"
        variant="subtle"
        color={clipboard.copied ? 'pine' : 'gray'}
        aria-label={label}
        onClick={() => clipboard.copy(address)}
      >
        <IconLink size={20} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

/** On a focused button the space bar presses it instead, and on a focused slider arrows move that. */
function usePlayerKeys({ toggle, moveTo, time }: Player): void {
  const fields = ['INPUT', 'TEXTAREA', 'SELECT']
  const unlessSlider = (by: number) => (event: KeyboardEvent) => {
    if ((event.target as Element).getAttribute('role') !== 'slider') moveTo(time + by)
  }
  useHotkeys([['space', toggle]], [...fields, 'BUTTON'])
  useHotkeys(
    [
      ['ArrowLeft', unlessSlider(-5)],
      ['ArrowRight', unlessSlider(5)],
    ],
    fields,
  )
}

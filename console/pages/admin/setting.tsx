/** A section of the workspace's settings with its title. */
import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Part } from '../../words/not-set-up.ts'

/** @param id  what a link to this part of a page ends with */
export function Setting({ id, title, children }: { id?: Part; title: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  // The browser looked for it before the page was there.
  useEffect(() => {
    if (id && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section ref={section} id={id} style={{ scrollMarginTop: 116 }}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

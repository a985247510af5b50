/** A URL that prefers to wrap after its slashes. */
import { Fragment } from 'react'

export const Address = ({ url }: { url: string }) =>
  url.split(/(?<=[/?&])(?!\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))

import { Fragment } from 'react'

type Props = { parts: readonly string[]; by: string }

/** Text from outside in one line. Each part keeps its own direction: one in Arabic changes no places with what stands beside it. */
export const Joined = ({ parts, by }: Props) =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && by}
      <bdi>{part}</bdi>
    </Fragment>
  ))

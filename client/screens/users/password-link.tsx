import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { CopyField } from '#client/ui/copy-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { limits } from '#shared/limits.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import type { Member } from '#shared/users.ts'
import { memberName } from './members.ts'

const title = 'Password link'

/** Asks for confirmation, because a new link replaces the previous one. Then it shows the link. */
export function PasswordLink({ user, onClose }: { user: Member; onClose: () => void }) {
  const { mutate, data, error, isPending } = api.users.passwordLink.useMutation()
  if (data)
    return (
      <Notice title={title} sentence={operationMessages.passwordLink(limits.passwordLinkHours)} onClose={onClose}>
        <CopyField label="Password link" value={data.password_url} />
      </Notice>
    )
  return (
    <Confirm
      title={title}
      question={operationMessages.passwordLinkQuestion(memberName(user))}
      action="Make link"
      isBusy={isPending}
      refused={error ? operationMessages.passwordLinkFailed(say(error)) : undefined}
      onConfirm={() => mutate({ id: user.id })}
      onCancel={onClose}
    />
  )
}

import type { InvitationStart } from '#client/roles/invitation.ts'
import { CopyField } from '#client/ui/copy-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import type { Member, UserInviteResponse } from '#shared/users.ts'
import { EditForm } from './edit-form.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberChange, type Change } from './member-change.tsx'
import { PasswordLink } from './password-link.tsx'

/** The open dialog. At most one is open. */
export type Open =
  | { dialog: 'invite'; again?: Member; start?: InvitationStart | undefined }
  | { dialog: 'invited'; outcome: UserInviteResponse }
  | { dialog: 'edit' | 'passwordLink' | Change; user: Member }

function Invited({ outcome, onClose }: { outcome: UserInviteResponse; onClose: () => void }) {
  const { user, isReactivated, isMailed, invitation_url: link } = outcome
  const mailed = link === null ? messages.team.invited : operationMessages.invitedWithLink
  const sentence = isReactivated ? messages.team.reactivated : isMailed ? mailed : messages.team.invitedByLink
  return (
    <Notice title={isReactivated ? 'User reactivated' : 'User invited'} sentence={sentence(user.email)} onClose={onClose}>
      {link !== null && <CopyField label="Invitation link" value={link} />}
    </Notice>
  )
}

type Props = { open: Open; onOpen: (open: Open) => void; onClose: () => void }

export function Dialogs({ open, onOpen, onClose }: Props) {
  if (open.dialog === 'invited') return <Invited outcome={open.outcome} onClose={onClose} />
  if (open.dialog === 'passwordLink') return <PasswordLink user={open.user} onClose={onClose} />
  if (open.dialog === 'edit') return <EditForm user={open.user} onClose={onClose} />
  if (open.dialog !== 'invite') return <MemberChange change={open.dialog} user={open.user} onClose={onClose} />
  return (
    <InviteForm again={open.again} start={open.start} onInvited={(outcome) => onOpen({ dialog: 'invited', outcome })} onClose={onClose} />
  )
}

import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { membersQuery, teamInvitations } from '../../api/account-queries.ts';
import { api } from '../../api/client.ts';
import { type Account } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { date, fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { memberRoleWords } from '../words.ts';

const InviteForm = lazyForm(() => import('./invite-form.tsx'));

type Member = Schemas['TeamMember'];
type Role = Schemas['MemberRole'];

export const load: Load = (queries) => [
  queries.query(membersQuery),
  queries.query(teamInvitations),
];

/** A member: their role, which the owner changes, and their removal. */
function MemberLine({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) {
  const { id, name, email, role, joined_at: at } = member;
  const change = useAction({
    run: (next: Role) => api.teamMembers.update(id, { role: next }),
    message: () => t('The role was changed'),
    changes: ['team'],
  });
  const remove = useAction({
    run: (_input, key) => api.teamMembers.remove(id, key),
    message: () => t('{name} is no member any more', { name }),
    changes: ['team'],
  });
  return (
    <Line title={name} text={`${email} · ${t('since {from}', { from: date(at) })}`}>
      {isSelf ? (
        <>
          <Badge tone="good">{t('You')}</Badge>
          <Badge>{memberRoleWords()[role]}</Badge>
        </>
      ) : (
        <>
          <FilterSelect
            label={t('Role of {name}', { name })}
            value={role}
            disabled={change.isPending}
            onChange={({ target }) => change.mutate(target.value as Role)}
            options={Object.entries(memberRoleWords())}
          />
          <ConfirmButton
            label={t('Remove')}
            description={t('Remove {name}', { name })}
            question={t('{name} is signed out of this account at once.', { name })}
            isBusy={remove.isPending}
            onConfirm={(onSuccess) => remove.mutate(undefined, { onSuccess })}
          />
        </>
      )}
    </Line>
  );
}

function InvitationLine({ invitation }: { readonly invitation: Schemas['TeamInvitation'] }) {
  const { id, email, role, status, sent_at: at } = invitation;
  const resend = useAction({
    run: (_input, key) => api.teamInvitations.resend(id, key),
    message: () => t('The invitation was sent again'),
    changes: ['team', 'invitations'],
  });
  const revoke = useAction({
    run: (_input, key) => api.teamInvitations.revoke(id, key),
    message: () => t('The invitation was withdrawn'),
    changes: ['team', 'invitations'],
  });
  return (
    <Line
      title={email}
      text={`${memberRoleWords()[role]} · ${t('sent {when}', { when: fromNow(at) })}`}
    >
      <StateBadge state={status} />
      {status === 'pending' && (
        <>
          <Button
            isBusy={resend.isPending}
            aria-label={t('Send again the invitation of {email}', { email })}
            onClick={() => resend.mutate()}
          >
            {t('Send again')}
          </Button>
          <Button
            kind="danger"
            isBusy={revoke.isPending}
            aria-label={t('Withdraw the invitation of {email}', { email })}
            onClick={() => revoke.mutate()}
          >
            {t('Withdraw')}
          </Button>
        </>
      )}
    </Line>
  );
}

export function Page() {
  const context: unknown = useRouteContext({ strict: false });
  const { account } = context as { readonly account: Account };
  return (
    <Frame
      title={t('Team')}
      description={t('Who works in this account, and what they may do.')}
      actions={
        <DialogButton kind="primary" label={t('Invite a member')}>
          {(close) => <InviteForm onDone={close} />}
        </DialogButton>
      }
    >
      <Panel title={t('Members')} query={useQuery(membersQuery)}>
        {(members) => (
          <Lines>
            {members.map((member) => (
              <MemberLine key={member.id} member={member} isSelf={member.email === account.email} />
            ))}
          </Lines>
        )}
      </Panel>
      <Panel title={t('Invitations')} query={useQuery(teamInvitations)}>
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState
              icon="people"
              title={t('Nobody is invited')}
              text={t('Colleagues get a mail with a link, and choose their own password.')}
            />
          ) : (
            <Lines>
              {invitations.map((invitation) => (
                <InvitationLine key={invitation.id} invitation={invitation} />
              ))}
            </Lines>
          )
        }
      </Panel>
    </Frame>
  );
}

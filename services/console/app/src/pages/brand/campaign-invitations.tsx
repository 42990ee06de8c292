import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { invitationPages } from '../../api/campaign-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Card } from '../../ui/panel.tsx';
import { StateBadge } from '../state-badge.tsx';

const InviteForm = lazyForm(() => import('./invite-affiliate-form.tsx'));

type Invitation = Schemas['Invitation'];

const stateOf = ({ accepted_by: accepted }: Invitation): string =>
  accepted === null ? 'invited' : 'accepted';

const nameOf = ({ email, affiliate_id: id }: Invitation): string =>
  email ?? id ?? t('A deleted account');

function Actions({ invitation }: { readonly invitation: Invitation }) {
  const { id, campaign_id: campaign, token, accepted_by: accepted } = invitation;
  const withdraw = useAction({
    run: (_: undefined, key) => api.invitations.withdraw(campaign, id, key),
    message: () => t('The invitation was withdrawn'),
    changes: ['brand', 'campaign', campaign, 'invitations'],
  });
  if (accepted !== null) return null;
  return (
    <span className="inline-flex gap-2">
      {token !== null && <CopyButton text={`${window.location.origin}/invitations/${token}`} />}
      <ConfirmButton
        label={t('Withdraw')}
        description={t('Withdraw the invitation of {name}', { name: nameOf(invitation) })}
        question={t('The link of the invitation ends.')}
        isBusy={withdraw.isPending}
        onConfirm={(close) => withdraw.mutate(undefined, { onSuccess: close })}
      />
    </span>
  );
}

const columns = (): readonly Column<Invitation>[] => [
  {
    id: 'who',
    heading: t('Invited'),
    cell: (invitation) => (
      <TwoLines
        title={nameOf(invitation)}
        text={
          invitation.expires_at === null
            ? undefined
            : t('until {day}', { day: date(invitation.expires_at) })
        }
      />
    ),
  },
  {
    id: 'state',
    heading: t('State'),
    isMinor: true,
    cell: (invitation) => <StateBadge state={stateOf(invitation)} />,
  },
  {
    id: 'actions',
    heading: t('Actions'),
    isHeadingHidden: true,
    isNumber: true,
    cell: (invitation) => <Actions invitation={invitation} />,
  },
];

/** Who was invited to a campaign, and whom to invite. */
export function CampaignInvitations({ campaign }: { readonly campaign: Schemas['Campaign'] }) {
  return (
    <Card
      title={t('Invitations')}
      action={
        <DialogButton label={t('Invite an affiliate')}>
          {(close) => <InviteForm campaign={campaign} onDone={close} />}
        </DialogButton>
      }
    >
      <QueryTable
        label={t('Invitations')}
        query={useInfiniteQuery(invitationPages(campaign.id))}
        columns={columns()}
        idOf={({ id }) => id}
        empty={
          <p className="p-5 text-sm text-muted">
            {t('Nobody was invited. Who is invited joins without an application.')}
          </p>
        }
      />
    </Card>
  );
}

import { type Content } from '../../notice.ts';

interface TeamInvitation {
  readonly account: string;
  readonly role: string;
  readonly url: string;
  readonly expiresAt: string;
}

export const teamInvitation = ({ account, role, url, expiresAt }: TeamInvitation): Content => ({
  title: `Join the team of ${account}`,
  message:
    `${account} invites you to its account at Tributary as ${role}. The link works once, until ` +
    `${expiresAt.slice(0, 10)}. If you did not expect this e-mail, ignore it.`,
  actionUrl: url,
  actionLabel: 'See the invitation',
});

export const teamMemberAdded = (role: string): Content => ({
  title: 'A new member in your team',
  message: `A person accepted an invitation to your account as ${role}. If you did not expect that, remove the member.`,
});

export const teamMemberRemoved = (): Content => ({
  title: 'A member has left your team',
  message: 'A member left your account or was removed, and cannot act for it any more.',
});

import type kafkajs from 'kafkajs';
import type { KafkaAccess } from '../access.ts';

type Options = Pick<kafkajs.KafkaConfig, 'ssl' | 'sasl'>;

export const ssl = ({ tls }: KafkaAccess): Options =>
  tls === undefined ? {} : { ssl: { ...tls } };

/** kafkajs types each mechanism apart, with the same fields. */
export const sasl = ({ sasl: user }: KafkaAccess): Options =>
  user === undefined ? {} : { sasl: { ...user } as kafkajs.SASLOptions };

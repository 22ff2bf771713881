CREATE TABLE `audit_seals` (
	`minute` integer PRIMARY KEY,
	`entries` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`seen_at` integer NOT NULL,
	CONSTRAINT `known_devices_pk` PRIMARY KEY(`user_id`, `key`),
	CONSTRAINT `fk_known_devices_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY,
	`name` text,
	`public_key` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`counter` integer NOT NULL,
	`device_type` text NOT NULL,
	`backed_up` integer NOT NULL,
	`transports` text,
	`created_at` integer,
	`aaguid` text,
	CONSTRAINT `fk_passkeys_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `two_factors` (
	`id` text PRIMARY KEY,
	`secret` text NOT NULL,
	`backup_codes` text NOT NULL,
	`user_id` text NOT NULL,
	`verified` integer,
	`failed_verification_count` integer,
	`locked_until` integer,
	CONSTRAINT `fk_two_factors_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `actor_name` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `target_name` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `address` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `repeats` integer;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `fold_key` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `generation` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `rotated_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor_enabled` integer;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_idempotency_keys` (
	`user_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`lease_until` integer,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	CONSTRAINT `idempotency_keys_pk` PRIMARY KEY(`user_id`, `api_key_id`, `key`)
);
--> statement-breakpoint
DROP TABLE `idempotency_keys`;--> statement-breakpoint
ALTER TABLE `__new_idempotency_keys` RENAME TO `idempotency_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_fold` ON `audit_entries` (`fold_key`);--> statement-breakpoint
CREATE INDEX `known_devices_seen` ON `known_devices` (`seen_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `two_factors_user` ON `two_factors` (`user_id`);--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`);
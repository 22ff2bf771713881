CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`permissions` text NOT NULL,
	`store_ids` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	CONSTRAINT `fk_api_keys_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_links` (
	`token_hash` text PRIMARY KEY,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT `fk_mail_links_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `owner_guard` (
	`id` text PRIMARY KEY,
	`owners` integer NOT NULL,
	CONSTRAINT "owner_guard_not_empty" CHECK("owners" > 0)
);
--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `details` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_notifications` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `attempts_expiry` ON `attempts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `mail_links_user` ON `mail_links` (`user_id`);
CREATE TABLE `catalogue_hints` (
	`store_id` text NOT NULL,
	`product_id` text NOT NULL,
	`mark` text NOT NULL,
	`changed_at` integer,
	`at` integer NOT NULL,
	CONSTRAINT `catalogue_hints_pk` PRIMARY KEY(`store_id`, `product_id`),
	CONSTRAINT `fk_catalogue_hints_store_id_stores_id_fk` FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `ignored_clash_stores` (
	`clash_id` text NOT NULL,
	`store_id` text NOT NULL,
	CONSTRAINT `ignored_clash_stores_pk` PRIMARY KEY(`clash_id`, `store_id`),
	CONSTRAINT `fk_ignored_clash_stores_clash_id_ignored_clashes_id_fk` FOREIGN KEY (`clash_id`) REFERENCES `ignored_clashes`(`id`) ON DELETE CASCADE,
	CONSTRAINT `fk_ignored_clash_stores_store_id_stores_id_fk` FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `ignored_clashes` (
	`id` text PRIMARY KEY,
	`by` text NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`user_id` text,
	`at` integer NOT NULL,
	CONSTRAINT `fk_ignored_clashes_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE TABLE `shop_budgets` (
	`shop` text PRIMARY KEY,
	`version` integer NOT NULL,
	`state` text,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `catalogue_stores` ADD `webhooks` text;--> statement-breakpoint
ALTER TABLE `catalogue_stores` ADD `webhook_problem` text;--> statement-breakpoint
ALTER TABLE `catalogue_stores` ADD `webhooks_at` integer;--> statement-breakpoint
ALTER TABLE `catalogue_stores` ADD `heard_at` integer;--> statement-breakpoint
CREATE INDEX `ignored_clash_stores_store` ON `ignored_clash_stores` (`store_id`);--> statement-breakpoint
CREATE INDEX `ignored_clashes_code` ON `ignored_clashes` (`by`,`code`);